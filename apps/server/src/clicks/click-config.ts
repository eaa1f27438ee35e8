import {
  bytes,
  choice,
  defineConfig,
  duration,
  integer,
  MalformedValue,
  onOff,
  path,
  text,
  url,
  type ConfigKind,
} from "@narrows/service/config";
import { kafkaConfigTable } from "./kafka-config.ts";

const day = 86_400_000;

const headerName: ConfigKind<string, ""> = {
  description: "the name of a header, such as `CF-IPCountry`",
  unit: "",
  parse(written) {
    // RFC 9110, 5.6.2: a token.
    if (!/^[\w!#$%&'*+.^`|~-]{1,100}$/.test(written)) throw new MalformedValue("It must be the name of a header.");
    return written;
  },
};

/** How clicks are recorded, kept and counted. */
export const clickConfigTable = defineConfig([
  {
    name: "CLICKS",
    kind: choice("off", "memory", "kafka", "outbox"),
    default: "memory",
    secret: false,
    sentence:
      "Where clicks go first: `memory` into files of this node and loses at most some milliseconds in a crash, `kafka` into a topic, `outbox` into PostgreSQL before a redirect is answered, `off` nowhere. See docs/guide/clicks.md.",
  },
  {
    name: "CLICK_WRITER",
    kind: onOff(),
    default: "on",
    secret: false,
    sentence: "Whether this process also counts clicks; `off` where `narrows click-writer` runs beside it.",
  },
  {
    name: "CLICK_WRITER_PORT",
    kind: integer({ min: 0, max: 65_535 }),
    default: null,
    secret: false,
    sentence:
      "The port on which `narrows click-writer` shows `/metrics` and `/healthz` to whoever reaches it; 0 takes a free one. Unset: none.",
  },
  {
    name: "CLICK_WRITER_HOST",
    kind: text(),
    default: "127.0.0.1",
    secret: false,
    sentence: "The address of that port; `0.0.0.0` or `::` for every interface.",
  },
  {
    name: "CLICK_BUFFER_SIZE",
    kind: bytes({ min: 64 * 1024, max: 1024 ** 3 }),
    default: "32MiB",
    secret: false,
    sentence:
      "How much memory clicks may take that their log has not taken yet; what comes beyond is dropped and counted.",
  },
  {
    name: "CLICK_OVERFLOW",
    kind: choice("drop", "sample"),
    default: "drop",
    secret: false,
    sentence:
      "What becomes of clicks when that memory fills: `drop` those that find no room, `sample` keeps one of two, four and more before there is none.",
  },
  {
    name: "CLICK_LOG_SIZE",
    kind: bytes({ min: 1024 * 1024 }),
    default: "1GiB",
    secret: false,
    sentence:
      "How much of the disk clicks may take that are not counted yet: with `CLICKS=memory` those of the node, with `outbox` those of each process.",
  },
  {
    name: "CLICK_RAW_RETENTION",
    kind: duration({ min: 2 * day }),
    default: "7d",
    secret: false,
    sentence: "How long single clicks are kept, for exports, live streams and reports by the minute.",
  },
  {
    name: "CLICK_RETENTION",
    kind: duration({ min: day }),
    default: null,
    secret: false,
    sentence: "How long the counts of each quarter of an hour are kept; the total of a link stays. Unset: for ever.",
  },
  {
    name: "COUNTRY_HEADER",
    kind: headerName,
    default: null,
    secret: false,
    sentence:
      "The header in which a proxy in front of the service names the reader's country, such as `CF-IPCountry`. Set it only where that proxy always sets it. Unset: none.",
  },
  {
    name: "REGION_HEADER",
    kind: headerName,
    default: null,
    secret: false,
    sentence: "The same for the region. Unset: none.",
  },
  {
    name: "COUNTRY_FILE",
    kind: path(),
    default: null,
    secret: false,
    sentence: "A file in MaxMind's format (.mmdb) in which the country of an address is looked up. Unset: none.",
  },
  ...kafkaConfigTable,
  {
    name: "CLICKHOUSE_URL",
    kind: url("http:", "https:"),
    default: null,
    secret: true,
    sentence:
      "A ClickHouse that keeps and counts clicks, such as `http://narrows:password@clickhouse:8123/narrows`. Unset: PostgreSQL where there is a DATABASE_URL, else SQLite in DATA_DIR.",
  },
  {
    name: "MAX_LIVE_STREAMS",
    kind: integer({ min: 0, max: 10_000 }),
    default: "100",
    secret: false,
    sentence:
      "How many readers may watch the clicks of a link as they come, at once and in each process; one key has a quarter of them at most.",
  },
]);
