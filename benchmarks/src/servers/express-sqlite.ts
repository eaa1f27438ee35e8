import { randomBytes } from "node:crypto";
import { DatabaseSync } from "node:sqlite";
import express from "express";

/**
 * `express-sqlite.ts PORT FILE`: a shortener as most of them are built: a framework, a row per link, a visit counter in
 * that row which every redirect raises, everything on the main thread. Its SQLite settings are the kind ones (WAL,
 * synchronous NORMAL for counters, FULL for creates); no sessions, no logs, no statistics beyond the counter.
 */
const [port, file = ""] = process.argv.slice(2);

const reading = open("NORMAL");
const find = reading.prepare("SELECT id, target FROM links WHERE address = ?");
const countVisit = reading.prepare("UPDATE links SET visit_count = visit_count + 1 WHERE id = ?");
const insert = open("FULL").prepare("INSERT INTO links (address, target, visit_count) VALUES (?, ?, 0)");

const app = express();
app.disable("x-powered-by");
app.use(express.json());

app.post("/api/links", (request, response) => {
  const address = randomBytes(6).toString("base64url").slice(0, 7);
  const target = new URL(request.body.target).href;
  insert.run(address, target);
  response.status(201).json({ address, link: `http://127.0.0.1:${port}/${address}`, target });
});

app.get("/:address", (request, response) => {
  const link = find.get(request.params.address);
  if (link === undefined) return response.status(404).send("Not found");
  countVisit.run(Number(link["id"]));
  return response.redirect(String(link["target"]));
});

app.listen(Number(port), "127.0.0.1");

function open(synchronous: "NORMAL" | "FULL"): DatabaseSync {
  const database = new DatabaseSync(file);
  database.exec(`PRAGMA journal_mode = WAL; PRAGMA synchronous = ${synchronous};`);
  return database;
}
