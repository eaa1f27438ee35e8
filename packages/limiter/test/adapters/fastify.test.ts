import { describeAdapter } from "./describe-adapter.ts";
import { fastifyAdapter } from "./fastify-adapter.ts";

describeAdapter(fastifyAdapter);
