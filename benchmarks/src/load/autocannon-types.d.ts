/** The part of autocannon 9 that is used here; the package brings no types. */
declare module "autocannon" {
  type Options = {
    readonly url: string;
    readonly connections: number;
    readonly duration: number;
    readonly timeout: number;
    readonly requests: readonly {
      readonly method: string;
      readonly headers: Readonly<Record<string, string>>;
      readonly setupRequest: (request: object) => object;
      readonly onResponse: (status: number) => void;
    }[];
  };
  type Result = { readonly errors: number; readonly timeouts: number; readonly latency: { readonly p99: number } };
  export default function autocannon(options: Options): Promise<Result>;
}
