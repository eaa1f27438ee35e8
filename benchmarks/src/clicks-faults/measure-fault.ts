import type { BenchmarkContext } from "../benchmark.ts";
import { interleave } from "../interleave.ts";
import type { Reading, SeriesBook } from "../series-book.ts";
import { untilClosed } from "./books.ts";
import type { Fault, Scene } from "./fault.ts";
import { follow } from "./follow.ts";

export const ledgerCase = "ledger: what became of each click, by the service's own metrics and report";
export const [withoutFault, withFault] = ["without the fault", "with it"] as const;

const warmUpSeconds = 4;
/** What every start asks for until it answers. */
const firstRedirect = 1;

/** Measures a service under a fault beside its twin, mends the fault, and closes the books. @returns Wrong answers. */
export async function measureFault<Backends>(
  context: BenchmarkContext,
  fault: Fault<Backends>,
  backends: Backends,
  book: SeriesBook,
): Promise<number> {
  await using stack = new AsyncDisposableStack();
  context.progress(`${fault.name}: start`);
  const scene = await fault.prepare(context, backends, stack);
  const warm = await warmUp(context, scene);
  await scene.begin?.();
  const measured = await measureRounds(context, fault, scene, book);
  await scene.end?.();
  context.progress(`${fault.name}: until the books are closed`);
  const sent = firstRedirect + warm.answered + (scene.made ?? 0) + measured.answered;
  const { stored, dropped, waiting, seconds } = await untilClosed(context, scene.server, sent);
  context.progress(`${fault.name}: ${stored} stored, ${dropped} dropped, ${waiting} waiting of ${sent}`);
  const count = (value: number) => ({ unit: "count", value }) as const;
  book.add(ledgerCase, fault.name, {
    sent: count(sent),
    stored: count(stored),
    dropped: count(dropped),
    "in the log": count(waiting),
    accounted: { unit: "%", value: (100 * (stored + dropped + waiting)) / sent },
    "closed after": { unit: "s", value: seconds },
    "p99 as it begins": measured.onset,
  });
  return warm.errors + measured.errors;
}

/** Both alike, so that neither has code that the other has yet to compile. */
async function warmUp(context: BenchmarkContext, { twin, server }: Scene) {
  if (context.isTrial === true) return { answered: 0, errors: 0 };
  const first = await follow(context, twin, warmUpSeconds);
  const second = await follow(context, server, warmUpSeconds);
  return { answered: second.answered, errors: first.errors + second.errors };
}

type Readings = Awaited<ReturnType<typeof follow>>["readings"];

/** Of one round, whose two halves the machine met alike. */
function ratiosOf(faulty: Readings, healthy: Readings = faulty) {
  const ratio = (figure: "cpu" | "cpu of its thread" | "p99") =>
    ({ unit: "×", value: faulty[figure].value / healthy[figure].value }) as const;
  return {
    "cpu against none": ratio("cpu"),
    "cpu of its thread against none": ratio("cpu of its thread"),
    "p99 against none": ratio("p99"),
  };
}

async function measureRounds<Backends>(
  context: BenchmarkContext,
  { name, holdSeconds = 0 }: Fault<Backends>,
  { twin, server }: Scene,
  book: SeriesBook,
) {
  const heldSeconds = context.isTrial === true ? 0 : holdSeconds / context.rounds;
  const subjects = [
    { subject: withoutFault, of: twin, seconds: context.seconds },
    { subject: withFault, of: server, seconds: Math.max(context.seconds, heldSeconds) },
  ];
  let [answered, errors] = [0, 0];
  let healthy: Readings | undefined;
  let onset: Reading = { unit: "ms", value: NaN };
  await interleave(context.rounds, subjects, async ({ subject, of, seconds }, round) => {
    context.signal.throwIfAborted();
    context.progress(`${name}, round ${round + 1}: ${subject}`);
    const measured = await follow(context, of, seconds);
    errors += measured.errors;
    if (of === twin) healthy = measured.readings;
    else answered += measured.answered;
    if (of === server && round === 0) onset = measured.readings.p99;
    book.add(name, subject, { ...measured.readings, ...(of === server && ratiosOf(measured.readings, healthy)) });
  });
  return { answered, errors, onset };
}
