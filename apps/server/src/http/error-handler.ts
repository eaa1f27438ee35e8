import { ClickError } from "@narrows/clicks";
import type { FastifyError, FastifyReply, FastifyRequest } from "fastify";
import { ApiError, problemOf, problemTable, type ProblemCode } from "../problems/index.ts";
import { denial } from "./denial.ts";
import { replyProblem } from "./reply.ts";
import { validationProblem } from "./validation-problem.ts";

type ErrorHandler = (error: unknown, request: FastifyRequest, reply: FastifyReply) => FastifyReply;

/** States of the service that it was built for, however their status looks. */
const expected: ReadonlySet<ProblemCode> = new Set(["NOT_READY", "BULK_BUSY", "STREAMS_BUSY"]);

/** Answers every error with its problem; what is our own fault is told to `onFault`, with its stack. */
export function createErrorHandler(onFault: (error: unknown, requestId: string) => void): ErrorHandler {
  return (error, request, reply) => {
    const problem = problemOf(
      isValidationError(error) ? validationProblem(error.validation, error.validationContext) : error,
    );
    const isOurs = error instanceof ApiError || error instanceof ClickError;
    const isExpected = isOurs && expected.has(problem.code);
    if (problemTable[problem.code].status >= 500 && !isExpected) onFault(error, request.id);
    return replyProblem(request, reply, problem);
  };
}

/** Answers an address that does not exist: programs of the API get a problem, people may get a page. */
export function answerNotFound(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (request.url.startsWith("/v1/")) {
    return replyProblem(request, reply, { code: "NOT_FOUND", field: undefined, headers: {} });
  }
  const { status, headers, body } = denial("NOT_FOUND", request);
  return reply.code(status).headers(headers).send(body);
}

type ValidationError = FastifyError & {
  readonly validation: NonNullable<FastifyError["validation"]>;
  readonly validationContext: string;
};

function isValidationError(error: unknown): error is ValidationError {
  return error instanceof Error && "validation" in error && Array.isArray(error.validation);
}
