/** What the program was given at its start. */
export function readSetup<Setup extends object>(): Setup {
  return JSON.parse(process.argv[2] ?? "{}") as Setup;
}

/** Does what the process that started this one says, until that ends. Whatever `work` throws ends this one. */
export function answerOrders<Order extends object, Answer>(work: (order: Order) => Answer | Promise<Answer>): void {
  const answer = async (order: Order): Promise<void> => {
    process.send?.(await work(order));
  };
  process.on("message", (order: Order) => void answer(order));
  process.once("disconnect", () => process.exit(0));
}
