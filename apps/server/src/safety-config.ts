import { defineConfig, duration, text, url } from "@narrows/service/config";
import { safetyListFile } from "./safety-list-file.ts";

/** What judges where links lead. */
export const safetyConfigTable = defineConfig([
  {
    name: "SAFETY_LIST_FILE",
    kind: safetyListFile,
    default: null,
    secret: false,
    sentence:
      "A file of 32 MiB at most with one host name, or one beginning of an address, a line; links that lead there are quarantined soon after they are made. A change is taken while the service runs, and every link is judged by it. See docs/guide/safety.md.",
  },
  {
    name: "SAFETY_LOOKUP_URL",
    kind: url("http:", "https:"),
    default: null,
    secret: false,
    sentence:
      "A service that judges destinations, in the form of Safe Browsing's `https://safebrowsing.googleapis.com/v4/threatMatches:find`. It is sent every destination, without fragment, user name and password. Unset: nobody is asked.",
  },
  {
    name: "SAFETY_LOOKUP_KEY",
    kind: text(),
    default: null,
    secret: true,
    sentence: "What `SAFETY_LOOKUP_URL` is sent as the parameter `key`. Unset: none.",
  },
  {
    name: "SAFETY_RECHECK",
    kind: duration({ min: 3_600_000, max: 31_536_000_000 }),
    default: "7d",
    secret: false,
    sentence: "How long after the begin of one round over all links the next one begins, where links are judged.",
  },
]);
