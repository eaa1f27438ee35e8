import { createHash } from "node:crypto";
import { clickDimensions, type Click, type ClickClass, type ClickDimension } from "../click.ts";

/** A click as the owner of its link sees it. */
export type ShownClick = {
  readonly id: string;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly class: ClickClass;
  readonly reason: string;
  readonly status: number;
  /** 16 hexadecimal digits, the same for one reader of this link during one UTC day. */
  readonly visitor: string | null;
} & { readonly [Dimension in ClickDimension]: string | null };

/** The columns of an export, in this order. */
export const shownFields = ["id", "at", "class", "reason", "status", "visitor", ...clickDimensions] as const;

/**
 * Takes from a click what does not concern its owner: a visitor's key is the same on every link, and would let owners
 * follow a reader from one link to another.
 */
export function showClick(click: Click): ShownClick {
  const shown = { ...click, visitor: click.visitor === null ? null : visitorOfLink(click, click.visitor) };
  return Object.fromEntries(shownFields.map((field) => [field, shown[field]])) as unknown as ShownClick;
}

function visitorOfLink({ domain, code }: Click, visitor: string): string {
  return createHash("sha256").update(`${domain}/${code}/${visitor}`).digest("hex").slice(0, 16);
}
