import type { Logger } from "@narrows/service";
import type { Listening } from "./server.ts";

/** Writes the one line that a start leaves, at every level but silence: where to go, and where the key is. */
export function announce(log: Logger): (listening: Listening) => void {
  const isSilent = !log.isLevelEnabled("fatal");
  const always = isSilent ? log : log.child({}, { level: "info" });
  return ({ url, host, port, adminKeyFile }) => {
    const keyHint = adminKeyFile === undefined ? "" : `; the administrator's key is in ${adminKeyFile}`;
    always.info({ url, host, port, adminKeyFile }, `Narrows answers at ${url}${keyHint}`);
  };
}
