/** How a service was brought, or why it was not. */
export type ServiceState =
  | {
      readonly kind: "found" | "installed" | "started";
      /** Where tests reach it: a program's path or a URL. */
      readonly address: string;
      /** Undefined where there is nothing to stop. */
      readonly stop?: () => Promise<void>;
    }
  | { readonly kind: "skipped"; readonly reason: string };

/** Something from outside the repository that some system tests need. */
export interface TestService {
  /** The key under which tests ask for its address. */
  readonly name: string;
  /** Brings it, within `deadlineMs`. A failure is the state `skipped`, never a throw. */
  bring(deadlineMs: number): Promise<ServiceState>;
}
