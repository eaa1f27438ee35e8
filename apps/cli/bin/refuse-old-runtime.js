// JavaScript of 2019: a runtime that is too old must be able to read this file in order to say so.

const OLDEST_MAJOR = 24;

/** Ends the process with exit code 2 and a mend when the runtime cannot run TypeScript sources unbuilt. */
export function refuseOldRuntime() {
  const version = process.versions.node;
  if (Number(version.split(".")[0]) >= OLDEST_MAJOR) return;
  process.stderr.write(
    "narrows: It needs Node.js " +
      OLDEST_MAJOR +
      " or newer, but this is " +
      version +
      ". [RUNTIME_TOO_OLD]\n" +
      "  `npm ci` (without --ignore-scripts) and then `npm start` or `npm run narrows -- …` bring Node.js " +
      OLDEST_MAJOR +
      " along.\n",
  );
  process.exit(2);
}
