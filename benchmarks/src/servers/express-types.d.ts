/** The part of Express 5 that is used here; the package brings no types. */
declare module "express" {
  type Request = { readonly params: { readonly address: string }; readonly body: { readonly target: string } };
  interface Response {
    status(code: number): Response;
    send(body: string): Response;
    json(body: unknown): Response;
    redirect(location: string): Response;
  }
  type Handler = (request: Request, response: Response) => unknown;
  type App = {
    disable(setting: string): void;
    use(middleware: unknown): void;
    get(path: string, handler: Handler): void;
    post(path: string, handler: Handler): void;
    listen(port: number, host: string): void;
  };
  const express: { (): App; json(): unknown };
  export default express;
}
