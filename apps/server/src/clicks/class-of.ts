import type { IncomingMessage } from "node:http";
import type { ClickClass } from "@narrows/clicks";
import type { Classifier } from "@narrows/clicks/describe";
import { createLate } from "./late.ts";

/** Makes what tells as what a request counts; the patterns are loaded with the first question. */
export function createClassOf(): (request: IncomingMessage) => Promise<ClickClass> {
  const classifier = createLate<Pick<Classifier, "classOf">>(async () => {
    const { createClassifier } = await import("@narrows/clicks/describe");
    return createClassifier();
  });
  return async ({ method = "GET", rawHeaders }) => (await classifier.get()).classOf({ method, rawHeaders });
}
