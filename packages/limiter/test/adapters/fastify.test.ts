import type { FastifyRequest } from "fastify";
import { describeAdapter } from "./describe-adapter.ts";
import { describeLostClients } from "./describe-lost-clients.ts";
import { fastifyAdapter } from "./fastify-adapter.ts";

describeAdapter(fastifyAdapter);
describeLostClients(fastifyAdapter, ({ raw }: FastifyRequest) => raw.socket);
