/** What the program was given at its start. */
export function readSetup(): unknown {
  return JSON.parse(process.argv[2] ?? "{}");
}

/** Does what the process that started this one says, until that ends. Whatever `work` throws ends this one. */
export function answerOrders(work: (order: unknown) => Promise<object>): void {
  const answer = async (order: unknown): Promise<void> => {
    process.send?.(await work(order));
  };
  process.on("message", (order: unknown) => void answer(order));
  process.once("disconnect", () => process.exit(0));
}
