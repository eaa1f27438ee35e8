import { ClickHouseLogLevel, createClient, type ClickHouseClient, type ClickHouseSettings } from "@clickhouse/client";
import { ClickError } from "../../click-error.ts";
import { clickErrorFrom } from "./click-error-from.ts";
import { rowsInOneBlock, type WriteSettings } from "./settings.ts";
import type { Statement } from "./statement.ts";

export type Parameters = Readonly<Record<string, unknown>>;

export type ConnectionOptions = {
  /** Such as `http://user:password@127.0.0.1:8123`. */
  readonly url: string;
  /** Undefined: none yet, for making it. */
  readonly database: string | undefined;
  readonly readDeadlineMs: number;
  readonly writeDeadlineMs: number;
  /** Of a statement that goes over months. */
  readonly upkeepDeadlineMs: number;
};

/** One database of one ClickHouse server. Every fault of it is a `STORE_UNAVAILABLE`. */
export class Connection {
  readonly #client: ClickHouseClient;
  readonly #options: ConnectionOptions;
  #isClosed = false;

  constructor(options: ConnectionOptions) {
    const { url, database, writeDeadlineMs, upkeepDeadlineMs } = options;
    this.#options = options;
    this.#client = createClient({
      url,
      ...(database === undefined ? {} : { database }),
      application: "narrows",
      // Each request has a shorter one of its own.
      request_timeout: 2 * Math.max(writeDeadlineMs, upkeepDeadlineMs),
      // What goes wrong is thrown; the logs are another package's.
      log: { level: ClickHouseLogLevel.OFF },
      clickhouse_settings: { output_format_json_quote_64bit_integers: 0, date_time_input_format: "best_effort" },
      use_multipart_params_auto: true,
    });
  }

  get writeDeadlineMs(): number {
    return this.#options.writeDeadlineMs;
  }

  get upkeepDeadlineMs(): number {
    return this.#options.upkeepDeadlineMs;
  }

  /** Asks without being able to change anything. */
  async read<Row>(statement: Statement, query_params: Parameters = {}): Promise<readonly Row[]> {
    return this.#within(this.#options.readDeadlineMs, async (abort_signal, limits) => {
      const clickhouse_settings = { ...limits, readonly: "2" };
      const format = "JSONEachRow";
      const answer = await this.#client.query({
        query: statement.sql,
        query_params: { ...query_params },
        clickhouse_settings,
        format,
        abort_signal,
      });
      return answer.json<Row>();
    });
  }

  /** Carries out a statement that gives no rows. */
  async write(
    statement: Statement,
    query_params: Parameters,
    settings: WriteSettings = {},
    deadlineMs = this.#options.writeDeadlineMs,
  ): Promise<void> {
    await this.#within(deadlineMs, async (abort_signal, limits) => {
      const clickhouse_settings = { ...limits, ...rowsInOneBlock, ...settings };
      await this.#client.command({
        query: statement.sql,
        query_params: { ...query_params },
        clickhouse_settings,
        abort_signal,
      });
    });
  }

  /** @param columns As many as each row has values. */
  async insert(
    table: string,
    columns: readonly [string, ...string[]],
    values: readonly (readonly unknown[])[],
  ): Promise<void> {
    if (values.length === 0) return;
    await this.#within(this.#options.writeDeadlineMs, async (abort_signal, limits) => {
      const clickhouse_settings = { ...limits, ...rowsInOneBlock };
      const format = "JSONCompactEachRow";
      await this.#client.insert({
        table,
        columns: [...columns],
        values: [...values],
        format,
        clickhouse_settings,
        abort_signal,
      });
    });
  }

  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    await this.#client.close();
  }

  /** ClickHouse gives up by itself somewhat before we do, so that nothing goes on behind our back. */
  async #within<T>(
    deadlineMs: number,
    work: (signal: AbortSignal, limits: ClickHouseSettings) => Promise<T>,
  ): Promise<T> {
    if (this.#isClosed) throw new ClickError("STORE_UNAVAILABLE", "It is closed.");
    try {
      return await work(AbortSignal.timeout(deadlineMs), { max_execution_time: serverSeconds(deadlineMs) });
    } catch (error) {
      throw clickErrorFrom(error);
    }
  }
}

/** It takes no less than one second. */
const serverSeconds = (deadlineMs: number) => Math.max(1, (0.9 * deadlineMs) / 1_000);
