import { expect, test } from "vitest";
import { problemContentType, renderProblem } from "../src/index.ts";

const problem = {
  type: "https://example.com/errors#ALIAS_TAKEN",
  title: "Alias taken",
  status: 409,
  code: "ALIAS_TAKEN",
  detail: "The alias is in use.",
};

test("a problem has the members of RFC 9457 and our own, and leaves out what is not there", () => {
  const body = renderProblem({ ...problem, field: "alias", mend: "Choose another." });
  expect(JSON.parse(body)).toEqual({ ...problem, field: "alias", mend: "Choose another." });
  expect(JSON.parse(renderProblem(problem))).toEqual(problem);
  expect(problemContentType).toBe("application/problem+json");
});

test("a problem reflects no markup and still says the same", () => {
  const detail = "<script>alert(1)</script> & more";
  const body = renderProblem({ ...problem, detail });
  expect(body).not.toMatch(/[<>&]/);
  expect(JSON.parse(body)).toMatchObject({ detail });
});
