/** Korean for the sentences of the API's description, by the English ones: a changed sentence asks for a new one. */
export const korean: Readonly<Record<string, string>> = {
  // Groups and operations
  Links: "링크",
  Moderation: "안전 관리",
  Operation: "운영",
  "Make, find, change and delete links.": "링크를 만들고, 찾고, 바꾸고, 삭제합니다.",
  "Stop links for safety.": "안전을 위해 링크를 격리합니다.",
  "What the operator and the machines around need.": "운영자와 주변 시스템에 필요한 것.",
  "Shorten a URL": "URL 줄이기",
  "Follow a link": "링크 따라가기",
  "Shorten up to 1,000 URLs": "URL 최대 1,000개 줄이기",
  "List links": "링크 목록",
  "Show a link": "링크 보기",
  "Change a link": "링크 수정",
  "Delete a link": "링크 삭제",
  "Quarantine a link": "링크 격리",
  "Release a link from quarantine": "링크 격리 해제",
  "Is the process alive?": "프로세스가 살아 있는가?",
  "Should this node get traffic?": "이 노드가 트래픽을 받아도 되는가?",
  "Metrics for Prometheus": "Prometheus 지표",
  "Denylist for caches": "캐시를 위한 거부 목록",
  "This description": "이 설명서",

  // What operations do
  "Answers with the redirect that the link has; HEAD does the same. Query and fragment count for nothing. Where the link leads nowhere, a browser gets a page with the reason and a program the problem. A link with `maxClicks` counts what people open; one that opens once tells bots, previews, HEAD and prefetches nothing of its destination.":
    "링크에 정해진 리디렉션으로 응답합니다. HEAD도 같습니다. 쿼리와 프래그먼트는 보지 않습니다. 링크가 연결되지 않으면 브라우저는 이유를 적은 페이지를, 프로그램은 문제 응답을 받습니다. `maxClicks`가 있는 링크는 사람이 여는 횟수를 세며, 한 번만 열리는 링크는 봇, 미리 보기, HEAD, 프리페치에 목적지를 알려 주지 않습니다.",
  "Makes a link and answers when it is durable. With an Idempotency-Key, a repetition within 24 hours gets the first answer again, byte for byte, and `Idempotency-Replayed: true`. Without one every call makes a new link.":
    "링크를 만들고, 안전하게 저장된 뒤에 응답합니다. Idempotency-Key를 보내면 24시간 안에 되풀이한 요청은 처음 응답을 한 바이트도 다르지 않게 `Idempotency-Replayed: true`와 함께 다시 받습니다. Idempotency-Key가 없으면 호출할 때마다 새 링크를 만듭니다.",
  "Makes each link in a transaction of its own and answers with one outcome per row, in order. A row that the link rules refuse leaves the others alone; a body that does not have the right form (an unknown field, a wrong type) is refused as a whole, and nothing is made. One Idempotency-Key covers all rows: a repetition finds the rows that were made and makes the rest. Always needs a key, also where single links may be made without one.":
    "링크마다 별도의 트랜잭션으로 만들고, 행마다 결과 하나를 순서대로 응답합니다. 링크 규칙이 거절한 행은 다른 행에 영향을 주지 않습니다. 본문의 형태가 틀리면(모르는 필드, 다른 형식) 전체를 거절하고 아무것도 만들지 않습니다. Idempotency-Key 하나가 모든 행에 적용되어, 되풀이한 요청은 이미 만든 행을 찾고 나머지를 만듭니다. 키 없이 링크 하나를 만들 수 있는 곳에서도 이 요청에는 항상 키가 필요합니다.",
  "Lists your links, newest first, or in code order where `q` is the start of a code; an administrator's key lists everyone's. Deleted and archived links are left out. Pages stay stable while links are added: pass each page's cursor on.":
    "내 링크를 최신순으로, `q`가 코드의 앞부분이면 코드순으로 보여 줍니다. 운영자 키로는 모든 사람의 링크가 보입니다. 삭제되었거나 보관된 링크는 빠집니다. 링크가 추가되어도 페이지는 흔들리지 않으니, 각 페이지의 커서를 다음 요청에 넘기세요.",
  "Changes the fields that are sent and leaves the others as they are. The code never changes. With `If-Match` the change is made only while the link still has that version, so that nobody's change is lost. It is answered when every node follows the change, or after a second; `Narrows-Unheard` then names those that did not say so.":
    "보낸 필드만 바꾸고 나머지는 그대로 둡니다. 코드는 바뀌지 않습니다. `If-Match`를 보내면 링크가 아직 그 버전일 때만 바꾸므로, 다른 사람의 변경이 사라지지 않습니다. 모든 노드가 변경을 따르게 되면 응답하고, 늦어도 1초 뒤에는 응답합니다. 그때 `Narrows-Unheard`는 따른다고 알리지 않은 노드의 이름입니다.",
  "From now on the link answers 410. Its code is never given out again. `Narrows-Unheard` names nodes that may not know of it yet.":
    "이제부터 이 링크는 410으로 응답합니다. 코드는 다시 내주지 않습니다. `Narrows-Unheard`는 아직 모를 수 있는 노드의 이름입니다.",
  "Stops anyone's link: it answers 410, and its owner can neither edit, delete nor free it. A second call replaces the reason; the instant stays that of the first. `Narrows-Unheard` names nodes that may not know of it yet.":
    "누구의 링크든 격리합니다. 링크는 410으로 응답하고, 소유자는 수정하거나 삭제하거나 풀 수 없습니다. 다시 호출하면 사유가 바뀌고, 격리 시각은 처음 그대로입니다. `Narrows-Unheard`는 아직 모를 수 있는 노드의 이름입니다.",
  "The link is again what it was before. Releasing a link that is free changes nothing else. `Narrows-Unheard` names nodes that may not know of it yet.":
    "링크가 격리 전의 상태로 돌아갑니다. 격리되지 않은 링크를 해제해도 달라지는 것은 없습니다. `Narrows-Unheard`는 아직 모를 수 있는 노드의 이름입니다.",
  "Names the links whose copies at an edge are wrong: deleted, disabled, expired and quarantined ones are denied, changed ones must be asked for here. Pass each answer's position on as `since`; with `waitMs` the answer waits for the next change.":
    "엣지에 있는 사본이 틀리게 된 링크를 알려 줍니다. 삭제, 중지, 만료, 격리된 링크는 거부하고, 바뀐 링크는 이곳에 물어야 합니다. 각 응답의 position을 다음 요청의 `since`로 넘기세요. `waitMs`를 보내면 다음 변경이 있을 때까지 기다렸다가 응답합니다.",
  "Answers 200 as long as the process can answer at all. It looks at nothing else.":
    "프로세스가 응답할 수 있는 한 200으로 응답합니다. 그 밖에는 아무것도 확인하지 않습니다.",
  "200 when the store can read and write and the node is not stopping, else 503. Details need a key.":
    "저장소를 읽고 쓸 수 있고 노드가 종료 중이 아니면 200, 아니면 503입니다. 자세한 내용을 보려면 키가 필요합니다.",
  "The service's counters in Prometheus' text format. No label carries a code, a URL or an address.":
    "서비스의 계수를 Prometheus 텍스트 형식으로 보여 줍니다. 어떤 레이블에도 코드, URL, 주소가 들어가지 않습니다.",
  "The OpenAPI 3.1 document of this API. /~/docs shows it as a page.":
    "이 API의 OpenAPI 3.1 문서. /~/docs에서 페이지로 볼 수 있습니다.",

  // Parameters
  "A name for this one logical request, such as a UUID. A repetition gets the first answer again.":
    "이 요청 하나를 가리키는 이름. 예를 들면 UUID. 되풀이한 요청은 처음 응답을 다시 받습니다.",
  "The `ETag` of the link as you saw it. When the link has changed since, nothing is done: 412.":
    "확인한 링크의 `ETag`. 그 뒤에 링크가 바뀌었으면 아무것도 하지 않고 412로 응답합니다.",
  "The link's code, case-sensitive.": "링크의 코드. 대소문자를 구분합니다.",
  "The cursor that the page before ended with.": "이전 페이지의 cursor 값.",
  "Links on a page: 1 to 1000. Default 50. A page of very long links has fewer; its cursor says that more follow.":
    "한 페이지의 링크 수, 1~1000. 기본값 50. 아주 긴 링크가 많은 페이지에는 더 적게 들어가며, 뒤에 더 있으면 cursor가 있습니다.",
  "The start of a code, or a destination's host when it contains a dot.":
    "코드의 앞부분. 점이 들어 있으면 목적지의 호스트.",
  "Only links with this tag.": "이 태그가 있는 링크만.",
  "The host name that the link lives on. Default: the key's domain, else that of BASE_URL.":
    "링크가 있는 호스트 이름. 기본값은 키의 도메인, 없으면 BASE_URL의 호스트.",

  // Fields of requests
  "Where the link leads: an absolute http or https URL of at most 8,192 bytes. Printable ASCII goes out byte for byte, anything else as the URL parser writes it; control characters are refused.":
    "링크가 연결되는 곳. 최대 8,192바이트의 절대 http 또는 https URL. ASCII로 된 주소는 한 바이트도 바꾸지 않고, 그 밖의 문자는 URL 파서가 적는 대로 보냅니다. 제어 문자는 받지 않습니다.",
  "A code of your choice: 1 to 64 of A-Z, a-z, 0-9, '-' and '_'. Default: a generated code.":
    "직접 정하는 코드. A-Z, a-z, 0-9, '-', '_'로 1~64자. 기본값은 자동으로 만든 코드.",
  "One of the service's host names. Default: the key's domain, else that of BASE_URL.":
    "이 서비스의 호스트 이름 가운데 하나. 기본값은 키의 도메인, 없으면 BASE_URL의 호스트.",
  "RFC 3339 with a zone, in the future. From this instant on the link answers 410. null: never.":
    "시간대를 포함한 RFC 3339 형식의 미래 시각. 이 시각부터 링크는 410으로 응답합니다. null이면 만료되지 않습니다.",
  "Words to find the link by. Kept sorted, without repetition.": "링크를 찾을 때 쓰는 말. 중복 없이 정렬해 보관합니다.",
  "A remark for yourself. null clears it.": "나를 위한 메모. null이면 지웁니다.",
  "The redirect's status. Default 302; browsers remember a 301 or 308 for good.":
    "리디렉션 상태 코드. 기본값 302. 301과 308은 브라우저가 계속 기억합니다.",
  "true: answer with your live link of the same destination and settings, where there is one. Without a key no link is yours, and a new one is made; so it is with maxClicks, which is nobody else's.":
    "true이면 목적지와 설정이 같은 내 링크가 살아 있을 때 그 링크로 응답합니다. 키가 없으면 내 링크도 없으므로 새 링크를 만들고, maxClicks가 있을 때도 다른 요청과 나누지 않도록 새로 만듭니다.",
  "1 to 1,000 links.": "링크 1~1,000개.",
  "false: the link answers 410 until it is true again.": "false이면 다시 true가 될 때까지 410으로 응답합니다.",
  "Why, for the owner and other moderators.": "소유자와 다른 검토자에게 알리는 사유.",

  // Answers and their fields
  "How many people the link lets through before it answers 410; bots, previews and prefetches do not count. With 302 or 307 only. null: any number.":
    "410으로 응답하기 전까지 링크를 열 수 있는 사람 수. 봇, 미리 보기, 프리페치는 세지 않습니다. 302와 307에서만 쓸 수 있습니다. null이면 제한이 없습니다.",
  "How many people it lets through; null: any number.": "링크를 열 수 있는 사람 수. null이면 제한이 없습니다.",
  "How many of them it still lets through.": "그 가운데 아직 열 수 있는 수.",
  "The link opens once, and this request is not from somebody who would open it: a page without the destination.":
    "한 번만 열리는 링크이고 요청한 쪽이 사람이 아닐 때. 목적지가 없는 페이지입니다.",
  "The destination is in `Location`.": "목적지는 `Location`에 있습니다.",
  "`reuse` was asked for and found a link that is there already.": "`reuse`로 이미 있는 링크를 찾았습니다.",
  "The link was made, now or by an earlier request with this key.":
    "링크가 만들어졌습니다. 지금, 또는 같은 Idempotency-Key로 보낸 이전 요청으로.",
  "One outcome per row.": "행마다 결과 하나.",
  "One page of links.": "링크 한 페이지.",
  "The link.": "링크.",
  "The link as it is now.": "현재의 링크.",
  "The link is deleted.": "링크가 삭제되었습니다.",
  "Alive.": "살아 있습니다.",
  "Ready.": "준비되었습니다.",
  "The metrics.": "지표.",
  "The document.": "문서.",
  "1 when created, one more with every change.": "만들 때 1, 바꿀 때마다 1씩 늘어납니다.",
  "Where the next page starts; null on the last one.": "다음 페이지가 시작되는 곳. 마지막 페이지에서는 null.",
  "201, 200 when reused, or the problem's status.": "201, 재사용이면 200, 아니면 오류의 상태 코드.",
  "A short link.": "단축 링크.",
  "What went wrong and how to mend it.": "무엇이 잘못되었고 어떻게 고치는지.",
  "Stable, for programs.": "프로그램용. 바뀌지 않습니다.",
  "The field, parameter or header at fault.": "잘못된 필드, 매개변수 또는 헤더.",
  "What to change.": "무엇을 바꿔야 하는지.",
  "Shown with a key only.": "키가 있을 때만 보입니다.",

  // Clicks
  Clicks: "클릭",
  "See who followed a link: counts by time and origin, exports, a live stream.":
    "누가 링크를 따라갔는지 봅니다: 시간과 출처별 집계, 내보내기, 실시간 스트림.",
  "Clicks of a link": "링크의 클릭",
  "Clicks of a link by time": "시간별 클릭",
  "Clicks of a link by country, referrer, device …": "국가, 유입 경로, 기기 등으로 나눈 클릭",
  "Export the clicks of a link": "클릭 내보내기",
  "Clicks of a link as they come": "실시간 클릭",
  "The links with the most clicks": "클릭이 가장 많은 링크",
  "Shows one of your links; an administrator's key shows everyone's. Other people's links are 404. `clickCount` changes without the version.":
    "내 링크 하나를 보여 줍니다. 운영자 키로는 모든 사람의 링크를 볼 수 있습니다. 다른 사람의 링크는 404입니다. `clickCount`는 버전과 상관없이 바뀝니다.",
  "Counts the clicks of one of your links in a period, by class, and their visitors. A link that was deleted keeps its counts.":
    "내 링크 하나가 기간 동안 받은 클릭을 종류별로 세고, 방문자 수도 셉니다. 삭제한 링크의 집계도 남아 있습니다.",
  "Counts the clicks of one of your links in each minute, quarter-hour, hour, day, week or month of a period, on the clocks of a zone: a day may have 23 or 25 hours.":
    "내 링크 하나의 클릭을 기간 안의 분, 15분, 시간, 일, 주, 월마다 지정한 시간대의 시계로 셉니다. 하루가 23시간이나 25시간일 수도 있습니다.",
  "Counts the clicks of one of your links by one dimension, the most frequent values first.":
    "내 링크 하나의 클릭을 한 가지 기준으로 나누어, 많은 값부터 보여 줍니다.",
  "Hands out every click of one of your links in a period, in the order of time, as JSON or CSV, for as long as single clicks are kept. The connection is cut when they cannot be read to the end, or not within ten minutes.":
    "내 링크 하나가 기간 동안 받은 클릭을 하나하나 시간순으로 JSON이나 CSV로 내보냅니다. 개별 클릭이 보관되는 동안만 가능합니다. 끝까지 읽을 수 없거나 10분 안에 끝나지 않으면 연결을 끊습니다.",
  "Server-sent events: one `click` for each click of one of your links, a few seconds after it, in the order of time, and a comment every 15 seconds where there is none. A stream ends after ten minutes; with `Last-Event-ID` the next one goes on where it ended, up to an hour back.":
    "서버 전송 이벤트(SSE). 내 링크의 클릭마다 몇 초 뒤에 `click` 이벤트 하나를 시간순으로 보내고, 클릭이 없으면 15초마다 주석을 보냅니다. 스트림은 10분 뒤에 끝나며, `Last-Event-ID`를 보내면 다음 스트림이 끝난 곳부터 최대 한 시간 전까지 이어집니다.",
  "Lists your links by their clicks in a period, those with the most first: among your newest 5,000. An administrator's key lists everyone's, among all.":
    "내 링크를 기간 동안의 클릭이 많은 순으로, 최신 5,000개 안에서 보여 줍니다. 운영자 키로는 모든 사람의 링크를 전체에서 보여 줍니다.",
  "Where the period begins: an instant with its offset (RFC 3339), a date, or a time before its end such as `90m`, `24h`, `7d` or `4w`; days and weeks are those of the calendar. Default: `7d`.":
    "기간의 시작. 오프셋이 있는 시각(RFC 3339), 날짜, 또는 끝에서부터의 길이 `90m`, `24h`, `7d`, `4w`. 일과 주는 달력 기준입니다. 기본값: `7d`.",
  "Where it ends: an instant, or a date, which is in it as a whole. Default: the end of this quarter-hour, of this minute with `grain=minute`.":
    "기간의 끝. 시각, 또는 그날 전체가 포함되는 날짜. 기본값: 지금이 속한 15분의 끝(`grain=minute`이면 1분의 끝).",
  "The IANA name of the time zone whose days these are. Default: UTC.":
    "날짜를 나누는 시간대의 IANA 이름. 기본값: UTC.",
  "Which clicks count. `human`: people. `bot`, `preview`, `prefetch`, `head`: programs, each kept apart. `all`: people and programs together. Default: `human`.":
    "세는 클릭의 종류. `human`: 사람. `bot`, `preview`, `prefetch`, `head`: 프로그램이며 따로 셉니다. `all`: 사람과 프로그램 모두. 기본값: `human`.",
  "`previous`: also what the period before had, moved back by whole months or days where the period is made of them.":
    "`previous`: 직전 기간의 집계도 함께 보여 줍니다. 월이나 일 단위의 기간이면 그 단위로 앞당깁니다.",
  "How long each bucket is. Weeks begin on Monday. Minutes are there for as long as single clicks are kept. Default: `hour` for up to two days, `day` for up to 400, else `month`.":
    "구간의 길이. 주는 월요일에 시작합니다. 분 단위는 개별 클릭이 보관되는 동안만 볼 수 있습니다. 기본값: 이틀까지 `hour`, 400일까지 `day`, 그 이상은 `month`.",
  "By what clicks are told apart.": "클릭을 나누는 기준.",
  "How many: 1 to 1000. Default 10.": "개수: 1~1000. 기본값 10.",
  "`csv`: for spreadsheet programs (RFC 4180). Default: `json`.":
    "`csv`: 스프레드시트 프로그램용(RFC 4180). 기본값: `json`.",
  "The id of the last event that was heard: the stream goes on after it.":
    "마지막으로 받은 이벤트의 ID. 스트림이 그다음부터 이어집니다.",
  "The counts.": "집계.",
  "The clicks.": "클릭.",
  "The events.": "이벤트.",
  "The links.": "링크 목록.",
  "Clicks of people, since ever.": "처음부터 지금까지 사람이 한 클릭.",
  "Up to this instant every click that the log had is counted; null where nobody can tell.":
    "이 시각까지 로그에 있던 클릭은 모두 집계되었습니다. 알 수 없으면 null.",
  "null where clicks are not counted, or cannot be read at the moment.":
    "클릭을 집계하지 않거나 지금 읽을 수 없으면 null.",
  "The period ends right before it.": "기간은 이 시각 바로 앞에서 끝납니다.",
  "Different readers among people. A reader counts once for each UTC day, and those who ask not to be tracked do not count. About 2 in 100 off where there are many.":
    "사람 가운데 서로 다른 방문자 수. 한 방문자를 UTC 하루마다 한 번 세며, 추적을 거부한 방문자는 세지 않습니다. 수가 많으면 2% 안팎의 오차가 있습니다.",
  "Those of the class that was asked for.": "요청한 종류의 클릭 수.",
  "The period before; left out unless it was asked for.": "직전 기간. 요청하지 않으면 빠집니다.",
  "Every bucket in the order of time, also those without clicks.": "클릭이 없는 구간까지 포함한 시간순의 모든 구간.",
  "null: not known. `(other)`: values beyond those that are kept apart.":
    "null: 알 수 없음. `(other)`: 따로 세지 않는 나머지 값.",
  "Of all values together.": "모든 값의 합계.",
  "False: you have more links than are looked at, and only the newest 5,000 were.":
    "false이면 링크가 너무 많아 최신 5,000개만 살펴보았습니다.",
  "What decided the class.": "종류를 정한 근거.",
  "The status of the redirect.": "리디렉션 상태 코드.",
  "The same for one reader of this link during one UTC day; null for one who asks not to be tracked.":
    "이 링크의 한 방문자에게 UTC 하루 동안 같은 값. 추적을 거부한 방문자는 null.",

  // Reports
  "Report a link": "링크 신고",
  "List reports": "신고 목록",
  "Settle a report": "신고 처리",
  "Tells the moderators that a link is harmful; no key is needed. The answer is the same whether or not there is such a link.":
    "해로운 링크를 검토자에게 알립니다. 키가 필요 없습니다. 그런 링크가 있든 없든 응답은 같습니다.",
  "Lists the reports that wait for a moderator, oldest first. Pass each page's cursor on.":
    "검토를 기다리는 신고를 오래된 순으로 보여 줍니다. 각 페이지의 커서를 다음 요청에 넘기세요.",
  "Dismisses one report, or quarantines its link and settles every report of that link. `Narrows-Unheard` names nodes that may not know of the quarantine yet.":
    "신고 하나를 기각하거나, 그 링크를 격리하고 그 링크의 신고를 모두 처리합니다. `Narrows-Unheard`는 격리를 아직 모를 수 있는 노드의 이름입니다.",
  "The report has come.": "신고를 받았습니다.",
  "One page of reports.": "신고 한 페이지.",
  "The report is settled.": "신고가 처리되었습니다.",
  "The host name that the link lives on. Default: that of BASE_URL.":
    "링크가 속한 호스트 이름. 기본값: BASE_URL의 호스트.",
  "What is wrong with the link.": "링크의 문제.",
  "What you saw, for the moderators.": "무엇을 보았는지 검토자에게 알리는 글.",
  "Reports on a page: 1 to 1000. Default 50.": "한 페이지의 신고 수: 1~1000. 기본값 50.",
  "The report's id.": "신고의 ID.",
  "`dismiss`: forget this report. `quarantine`: quarantine its link, and settle every report of it.":
    "`dismiss`: 이 신고를 기각합니다. `quarantine`: 링크를 격리하고 그 링크의 신고를 모두 처리합니다.",
  "The reason of the quarantine, with that action alone. Default: `report: ` and the report's category, such as `report: phishing`.":
    "격리 사유로, 격리할 때만 보낼 수 있습니다. 기본값: `report: `에 신고의 category를 붙인 것. 예: `report: phishing`.",

  // The denylist
  "The position that the answer before ended with. Left out: the list from its start.":
    "이전 응답의 position. 생략하면 목록을 처음부터 받습니다.",
  "How long to wait for a change where there is none, in milliseconds: 0 to 10000. Default 0.":
    "새 변경이 없을 때 기다릴 시간(밀리초): 0~10000. 기본값 0.",
  "Rows to add to the list.": "목록에 더할 행.",
  "The host name.": "호스트 이름.",
  "`deny`: answer 410. `bypass`: ask the origin.": "`deny`: 410으로 응답하세요. `bypass`: 원본 서버에 물으세요.",
  "The row may be forgotten from then on.": "이때부터 행을 잊어도 됩니다.",
  "When a `bypass` becomes a `deny`, because the link expires.": "링크가 만료되어 `bypass`가 `deny`로 바뀌는 시각.",
  "Pass it on as `since`.": "다음 요청의 `since`로 넘기세요.",
  "False: forget earlier rows; the list begins anew with these.":
    "false이면 이전 행을 잊으세요. 이 행부터 목록이 새로 시작됩니다.",
  "False: ask again at once, there is more.": "false이면 더 있으니 바로 다시 물으세요.",
  "Until then the list cannot be whole: use no copy at all.":
    "이때까지는 목록이 온전할 수 없으니 사본을 전혀 쓰지 마세요.",
  "How long after it came the request was answered from the store.": "요청이 온 뒤 저장소를 읽을 때까지 걸린 시간.",
  "The longest that a copy may be fresh after a change.": "변경된 뒤에도 사본이 유효할 수 있는 가장 긴 시간.",
  "The instant of this answer, to which the others relate.": "이 응답의 시각. 다른 시각의 기준입니다.",
};
