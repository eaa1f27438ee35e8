import { readFile } from "node:fs/promises";

export type SystemUser = { readonly uid: number; readonly gid: number };

/** Whom PostgreSQL runs as: it refuses root, so then it is `nobody`; undefined: who we are. */
export async function postgresUser(): Promise<SystemUser | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  const [, uid, gid] = /^nobody:[^:]*:(\d+):(\d+):/m.exec(await readFile("/etc/passwd", "utf8")) ?? [];
  if (uid === undefined || gid === undefined) throw new Error("PostgreSQL refuses root, and there is no user nobody.");
  return { uid: Number(uid), gid: Number(gid) };
}
