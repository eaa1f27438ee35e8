import { describe, expect, it } from "vitest";
import { rawGet, sendRaw } from "../harness/raw-request.ts";
import { shareTestServer } from "../harness/running-server.ts";

describe("a problem, whoever answers it,", () => {
  const shared = shareTestServer({ environment: { BASE_URL: "http://sho.rt" } });
  const close = "Host: sho.rt\r\nConnection: close\r\n\r\n";

  it.each([
    ["a body of the wrong form", `POST /v1/urls HTTP/1.1\r\nContent-Type: application/json\r\n${close}`, 401],
    ["an unknown address of the API", rawGet("/v1/nothing", ["Host: sho.rt"]), 404],
    ["an unknown page", rawGet("/a/b", ["Host: sho.rt"]), 404],
    ["an unknown link", rawGet("/nothing", ["Host: sho.rt"]), 404],
    ["a method that links do not have", `POST /nothing HTTP/1.1\r\n${close}`, 405],
    ["a method that nobody has", `TRACE /v1/urls HTTP/1.1\r\n${close}`, 405],
    ["somebody else's host", rawGet("/abc", ["Host: evil.example"]), 421],
    ["bytes that are no request", "hello\r\n\r\n", 400],
    ["a tunnel", "CONNECT evil.example:443 HTTP/1.1\r\nHost: evil.example:443\r\n\r\n", 405],
  ])("forbids browsers to guess its type: %s", async (_name, bytes, status) => {
    const answer = await sendRaw(shared().port, bytes);
    expect(answer.status).toBe(status);
    expect(answer.head.toLowerCase()).toMatch(/^x-content-type-options: nosniff$/m);
    expect(answer.head.toLowerCase()).toMatch(/^content-type: application\/problem\+json/m);
  });
});
