import type { CreateRequest } from "@narrows/links";
import type { XStatic } from "typebox/schema";
import type { createSchema } from "../schemas/link-schemas.ts";

/** Says in the links' own words what a create asks for. */
export function createRequest({ status, ...rest }: XStatic<typeof createSchema>): CreateRequest {
  return status === undefined ? rest : { ...rest, redirectStatus: status };
}
