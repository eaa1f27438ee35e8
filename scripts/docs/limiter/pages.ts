import type { Page } from "../page.ts";
import { algorithmPicture } from "./algorithm-picture.ts";
import { contenders } from "./contenders.ts";
import { filledPage } from "./filled-page.ts";
import { numbersTable, type TableWords } from "./numbers-table.ts";
import { overviewPicture } from "./overview-picture.ts";
import { play } from "./play.ts";

const folder = "docs/guide/pictures";
const plays = contenders.map(play);

const english: TableWords = {
  algorithm: "Algorithm",
  passed: "Passed, of {requests}",
  most: "Most within {seconds} s, here",
  worst: "At worst",
  numbers: "Numbers per key",
  bytes: "Bytes of state",
};

const korean: TableWords = {
  algorithm: "알고리즘",
  passed: "{requests}개 중 통과",
  most: "{seconds}초 안의 최대, 이 그림에서",
  worst: "최악의 경우",
  numbers: "키마다 숫자",
  bytes: "상태 바이트",
};

/** The pictures of the guide, one of each algorithm in its plain form and one of all, and the numbers that they show. */
export const limiterPages: readonly Page[] = [
  ...plays
    .filter(({ contender }) => contender.variant === "")
    .map((result) => ({ path: `${folder}/${result.contender.name}.svg`, render: () => algorithmPicture(result) })),
  { path: `${folder}/overview.svg`, render: () => overviewPicture(plays) },
  filledPage("docs/guide/choose-an-algorithm.md", () => numbersTable(plays, english)),
  filledPage("docs/guide/choose-an-algorithm.ko.md", () => numbersTable(plays, korean)),
];
