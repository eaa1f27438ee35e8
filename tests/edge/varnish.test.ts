import { describeEdge } from "./describe-edge.ts";
import { blindVarnish, startVarnish, varnishProgram } from "./varnish-edge.ts";

describeEdge({ name: "Varnish", program: varnishProgram(), start: startVarnish, blind: blindVarnish });
