import { clickDimensions } from "@narrows/clicks";
import { maxClicksRange } from "@narrows/links";
import type { FastifySchemaValidationError } from "fastify";
import type { Language } from "../language.ts";
import { plainText } from "../schemas/link-fields.ts";
import { limitPattern } from "../schemas/query-schemas.ts";

export type SchemaFault = Pick<FastifySchemaValidationError, "keyword" | "instancePath" | "params">;

type Text = Readonly<Record<Language, string>>;

/** Says what a schema would have taken, by its own limits; undefined where it has nothing to say. */
export function schemaMend({ keyword, instancePath, params }: SchemaFault): Text | undefined {
  if (keyword === "required") return requiredMend(params["missingProperty"]);
  if (keyword === "minimum" || keyword === "maximum") return rangeMend(instancePath);
  if (keyword === "type") return typeMend(params["type"], instancePath === "");
  if (keyword === "enum") return enumMend(params["allowedValues"]);
  if (keyword === "pattern") return patternMend(params["pattern"]);
  const limit = params["limit"];
  return typeof limit === "number" ? limitMends[keyword]?.(limit.toLocaleString("en"), limit === 1) : undefined;
}

const limitMends: Readonly<Record<string, (limit: string, isOne: boolean) => Text>> = {
  maxItems: (limit) => ({ en: `Send ${limit} at most.`, ko: `최대 ${limit}개까지 보내세요.` }),
  minItems: (limit) => ({ en: `Send at least ${limit}.`, ko: `${limit}개 이상 보내세요.` }),
  maxLength: (limit) => ({ en: `Write at most ${limit} characters.`, ko: `최대 ${limit}자까지 쓰세요.` }),
  minLength: (limit, isOne) => ({
    en: `Write at least ${limit} ${isOne ? "character" : "characters"}.`,
    ko: `${limit}자 이상 쓰세요.`,
  }),
  minProperties: (limit, isOne) => ({
    en: `Send at least ${limit} ${isOne ? "field" : "fields"}.`,
    ko: `필드를 ${limit}개 이상 보내세요.`,
  }),
};

/** Of what can be left out nowhere and has few values. */
const requiredValues: Readonly<Record<string, readonly string[]>> = { dimension: clickDimensions };

function requiredMend(name: unknown): Text | undefined {
  const list = requiredValues[String(name)]?.join(", ");
  if (list === undefined) return undefined;
  return { en: `Add it, with one of ${list}.`, ko: `${list} 가운데 하나로 추가하세요.` };
}

/** Whichever end was missed, the other one is news, too. */
function rangeMend(instancePath: string): Text | undefined {
  if (!instancePath.endsWith("/maxClicks")) return undefined;
  const [min, max] = [maxClicksRange.min, maxClicksRange.max].map((end) => end.toLocaleString("en"));
  return {
    en: `Send a whole number from ${min} to ${max}, or null for any number of people.`,
    ko: `${min}부터 ${max}까지의 정수를 보내세요. 제한이 없으면 null입니다.`,
  };
}

function enumMend(values: unknown): Text | undefined {
  if (!Array.isArray(values)) return undefined;
  const list = values.join(", ");
  return { en: `Use one of ${list}.`, ko: `${list} 가운데 하나를 쓰세요.` };
}

/** Every other pattern keeps all control characters out. */
function patternMend(pattern: unknown): Text {
  if (pattern === limitPattern) {
    return { en: "Use a whole number from 1 to 1000.", ko: "1부터 1000까지의 정수를 쓰세요." };
  }
  return pattern === plainText
    ? {
        en: "Leave control characters other than tabs and line breaks out.",
        ko: "탭과 줄 바꿈이 아닌 제어 문자를 빼세요.",
      }
    : { en: "Leave control characters out.", ko: "제어 문자를 빼세요." };
}

const typeNames: Readonly<Record<string, Text>> = {
  array: { en: "an array", ko: "배열" },
  boolean: { en: "true or false", ko: "true 또는 false" },
  integer: { en: "a whole number", ko: "정수" },
  null: { en: "null", ko: "null" },
  object: { en: "an object", ko: "객체" },
  string: { en: "a string", ko: "문자열" },
};

function typeMend(expected: unknown, isWholeBody: boolean): Text | undefined {
  if (isWholeBody) return { en: "Send a JSON object as the body.", ko: "본문으로 JSON 객체를 보내세요." };
  const names = [expected].flat().flatMap((name) => typeNames[String(name)] ?? []);
  if (names.length === 0) return undefined;
  return {
    en: `Send ${names.map(({ en }) => en).join(" or ")}; nothing is converted.`,
    ko: `${names.map(({ ko }) => ko).join(" 또는 ")} 형식으로 보내세요. 자동으로 변환하지 않습니다.`,
  };
}
