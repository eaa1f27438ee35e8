import { text } from "@narrows/service/config";

/** What a secret must look like, whether the environment or a file gives it. */
export const secretKind = text({ minLength: 16 });
