import { fchownSync, lchownSync, statSync } from "node:fs";

/**
 * Gives a new file that root made to the user who has what is at `like`: the service's user could not open it
 * otherwise. SQLite does the same with the files that it makes beside a database.
 *
 * @param file A descriptor, or a path, of which a symbolic link is not followed.
 */
export function giveToOwnerOf(like: string, file: number | string): void {
  if (process.geteuid?.() !== 0) return;
  const { uid, gid } = statSync(like);
  if (typeof file === "number") fchownSync(file, uid, gid);
  else lchownSync(file, uid, gid);
}
