import postgres, { type Sql } from "postgres";
import type { ChangeBus } from "../change-bus.ts";
import { createSilenceWatch } from "../silence-watch.ts";
import { createTextJoiner, splitTexts } from "../text-joiner.ts";
import { createTextPump } from "../text-pump.ts";
import { waitAtMost } from "../within.ts";

export type PostgresBusOptions = {
  /** `postgres://…`; a direct connection, for a pooler that shares connections among clients loses LISTEN. Secret. */
  readonly url: string;
  /** Default: `narrows_changes`. */
  readonly channel?: string;
  /** A clock that never goes back, in milliseconds. */
  readonly monotonicMs: () => number;
  /** Told of what went wrong; the bus goes on by itself. */
  readonly onFault: (error: unknown) => void;
};

/** PostgreSQL refuses notifications of 8,000 bytes and more. */
const maxPayloadBytes = 7_900;
const maxTexts = 10_000;
/** Each notification takes a lock of the whole cluster as it commits: one at a time, and what comes meanwhile together. */
const maxUnderWay = 1;
const openDeadlineMs = 1_000;
const closeDeadlineMs = 1_000;
/** The client has no deadline for a query of its own, and a dead connection may stay silent for minutes. */
const silenceLimitMs = 3_000;

/** A bus by LISTEN and NOTIFY, on two connections of its own: one listens, one sends. */
export function createPostgresBus(options: PostgresBusOptions): ChangeBus {
  const { channel = "narrows_changes", onFault } = options;
  const sessions = keepSession(options, channel);
  const joiner = createTextJoiner({ maxBytes: maxPayloadBytes, maxTexts });
  const deliver = async (payload: string): Promise<void> => {
    await sessions
      .current()
      ?.sql.notify(channel, payload)
      .catch((error: unknown) => {
        onFault(error);
        throw error;
      });
  };
  const pump = createTextPump(joiner, deliver, maxUnderWay);
  let dropped = 0;
  return {
    open: (receive) => waitAtMost(openDeadlineMs, sessions.begin(receive)),
    send(text) {
      sessions.look();
      if (sessions.current() === undefined || !joiner.add(text)) dropped += 1;
      else pump.start();
    },
    stats: () => ({ isConnected: sessions.isListening(), dropped: dropped + pump.failed() }),
    async close() {
      await pump.drain(sessions.isListening() ? closeDeadlineMs : 0);
      sessions.end();
    },
  };
}

/** Begins a new session whenever nothing was heard for long. */
function keepSession(options: PostgresBusOptions, channel: string) {
  let current: Session | undefined;
  let receiver: ((text: string) => void) | undefined;
  const renew = (): Promise<void> => {
    current?.end();
    current = openSession(options, channel, (payload) => {
      watch.heard();
      for (const text of splitTexts(payload)) receiver?.(text);
    });
    return current.listening;
  };
  const watch = createSilenceWatch({
    limitMs: silenceLimitMs,
    monotonicMs: options.monotonicMs,
    onSilence: () => void (receiver === undefined ? undefined : renew()),
  });
  return {
    current: () => current,
    begin(receive: (text: string) => void): Promise<void> {
      receiver = receive;
      return renew();
    },
    look: watch.look,
    isListening: () => current?.isListening() === true,
    end(): void {
      receiver = undefined;
      current?.end();
      current = undefined;
    },
  };
}

type Session = {
  readonly sql: Sql;
  /** Resolves when it listens, or when that failed. */
  readonly listening: Promise<void>;
  readonly isListening: () => boolean;
  readonly end: () => void;
};

function openSession(
  { url, onFault }: PostgresBusOptions,
  channel: string,
  onPayload: (payload: string) => void,
): Session {
  let isListening = false;
  let isEnded = false;
  // This connection sends. `listen` makes another one of its own, and listens again by itself where that was ended.
  const sql = postgres(url, {
    max: 1,
    idle_timeout: 0,
    max_lifetime: null,
    connect_timeout: 1,
    fetch_types: false,
    connection: { application_name: "narrows changes" },
    onnotice: () => undefined,
  });
  const listen = async (): Promise<void> => {
    try {
      await sql.listen(
        channel,
        (payload) => (isEnded ? undefined : onPayload(payload)),
        () => (isListening = true),
      );
    } catch (error) {
      if (!isEnded) onFault(error);
    }
  };
  return {
    sql,
    listening: listen(),
    isListening: () => isListening,
    end() {
      isEnded = true;
      isListening = false;
      void sql.end({ timeout: 0 }).catch(() => undefined);
    },
  };
}
