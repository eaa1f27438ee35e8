import { ClickError } from "./click-error.ts";
import type { Click } from "./click.ts";
import { clickClasses, clickDimensions } from "./click.ts";

/** The version that is written. What it means is described in docs/reference/clicks.asyncapi.yaml. */
const version = 1;

/** Writes a click as one line of JSON, without the end of the line. */
export function formatClick(click: Click): string {
  return JSON.stringify({ v: version, ...click });
}

/**
 * Reads what `formatClick` wrote. Fields that are not known are passed over: a newer release may have added them.
 *
 * @throws {ClickError} `CLICK_MALFORMED`, saying which field.
 */
export function parseClick(record: string): Click {
  const fields = parseFields(record);
  if (fields["v"] !== version) throw malformed(`v: ${version} is needed.`);
  for (const [name, isRight] of checks) if (!isRight(fields[name])) throw malformed(`Field: ${name}.`);
  return pickFields(fields as Click);
}

function parseFields(record: string): Record<string, unknown> {
  let value: unknown;
  try {
    value = JSON.parse(record);
  } catch (error) {
    throw new ClickError("CLICK_MALFORMED", "It is not JSON.", { cause: error });
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) throw malformed("It is no JSON object.");
  return value as Record<string, unknown>;
}

/** Written out, so that all clicks are of one kind to the engine: that is half of what reading one takes. */
function pickFields(fields: Click): Click {
  return {
    id: fields.id,
    domain: fields.domain,
    code: fields.code,
    at: fields.at,
    class: fields.class,
    reason: fields.reason,
    visitor: fields.visitor,
    status: fields.status,
    country: fields.country,
    region: fields.region,
    referrer: fields.referrer,
    device: fields.device,
    browser: fields.browser,
    os: fields.os,
    language: fields.language,
    utmSource: fields.utmSource,
    utmMedium: fields.utmMedium,
    utmCampaign: fields.utmCampaign,
    utmTerm: fields.utmTerm,
    utmContent: fields.utmContent,
  };
}

const malformed = (detail: string) => new ClickError("CLICK_MALFORMED", detail);

/** 8,640,000,000,000,000 is the last instant that a Date knows. */
const isInstant = (value: unknown) =>
  Number.isSafeInteger(value) && (value as number) >= 0 && (value as number) <= 8.64e15;
const matches = (pattern: RegExp) => (value: unknown) => typeof value === "string" && pattern.test(value);
// oxlint-disable-next-line no-control-regex -- these are what must not be there
const plainText = /^[^\u0000-\u001F\u007F\uD800-\uDFFF]*$/;
// oxlint-disable-next-line no-control-regex -- these are what must not be there
const anyText = /^[^\u0000-\u001F\u007F]*$/;
/** No control characters, nothing that is half a character. */
const isText = (value: unknown): value is string =>
  typeof value === "string" &&
  value.length <= 200 &&
  (plainText.test(value) || (anyText.test(value) && value.isWellFormed()));
const isTextOrNull = (value: unknown) => value === null || isText(value);
const isVisitor = matches(/^[0-9a-f]{16}$/);
const classes: ReadonlySet<unknown> = new Set(clickClasses);

const checks: readonly (readonly [keyof Click, (value: unknown) => boolean])[] = [
  ["id", matches(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)],
  ["domain", (value) => isText(value)],
  ["code", matches(/^[\w-]{1,64}$/)],
  ["at", isInstant],
  ["class", (value) => classes.has(value)],
  ["reason", matches(/^[a-z0-9-]{1,40}$/)],
  ["visitor", (value) => value === null || isVisitor(value)],
  ["status", (value) => Number.isInteger(value) && (value as number) >= 100 && (value as number) <= 599],
  ...clickDimensions.map((name) => [name, isTextOrNull] as const),
];
