import { describeEdge } from "./describe-edge.ts";
import { blindNginx, nginxProgram, startNginx } from "./nginx-edge.ts";

describeEdge({ name: "nginx", program: nginxProgram(), start: startNginx, blind: blindNginx });
