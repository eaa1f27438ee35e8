import type { IncomingMessage } from "node:http";
import type { Classifier } from "@narrows/clicks/describe";
import { createLate } from "./late.ts";

/** Makes what tells whether a request counts as one of a human; the patterns are loaded with the first question. */
export function createIsHuman(): (request: IncomingMessage) => Promise<boolean> {
  const classifier = createLate<Pick<Classifier, "isHuman">>(async () => {
    const { createClassifier } = await import("@narrows/clicks/describe");
    return createClassifier();
  });
  return async ({ method = "GET", rawHeaders }) => (await classifier.get()).isHuman({ method, rawHeaders });
}
