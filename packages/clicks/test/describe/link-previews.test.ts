import { clickReasons, createClassifier } from "@narrows/clicks/describe";
import { expect, test } from "vitest";
import { linkPreviews } from "../../src/describe/link-previews.ts";
import { readHeaders } from "../../src/describe/visit-headers.ts";
import { sampleVisit } from "./sample-visit.ts";

const { classify } = createClassifier();

const linux =
  "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/56.0.2924.87 Safari/537.36";

/** One for each row of the list at least. */
const agents = [
  [
    "imessage",
    "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_11_1) AppleWebKit/601.2.4 (KHTML, like Gecko) Version/9.0.1 " +
      "Safari/601.2.4 facebookexternalhit/1.1 Facebot Twitterbot/1.0",
  ],
  ["kakaotalk", "facebookexternalhit/1.1; kakaotalk-scrap/1.0; +https://devtalk.kakao.com/t/scrap/33984"],
  ["line", "facebookexternalhit/1.1;line-poker/1.0"],
  ["telegram", "TelegramBot (like TwitterBot)"],
  ["whatsapp", "WhatsApp/2.23.20.0"],
  ["slack", "Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)"],
  ["slack", "Slack-ImgProxy 0.59 (+https://api.slack.com/robots)"],
  ["discord", "Mozilla/5.0 (compatible; Discordbot/2.0; +https://discordapp.com)"],
  ["skype", "Mozilla/5.0 (Windows NT 6.1; WOW64) SkypeUriPreview Preview/0.5 skype-url-preview@microsoft.com"],
  ["microsoft", "MicrosoftPreview/2.0; +https://aka.ms/MicrosoftPreview"],
  ["linkedin", "LinkedInBot/1.0 (compatible; Mozilla/5.0; Apache-HttpClient +http://www.linkedin.com)"],
  ["mastodon", "Mastodon/4.3.0 (http.rb/5.2.0; +https://mastodon.example/)"],
  ["misskey", "SummalyBot/5.1.0"],
  ["lemmy", "Lemmy/0.19.8; +https://lemmy.example"],
  ["bluesky", "Mozilla/5.0 (compatible; Bluesky Cardyb/1.1; +mailto:support@bsky.app)"],
  ["bluesky", "BlueskyPreviewBot/1.0"],
  ["friendica", "Friendica 'The Tazmans Flax-lily' 2019.01-1293; https://friendica.example"],
  ["matrix", "Synapse (bot; +https://github.com/matrix-org/synapse)"],
  ["mattermost", "Mattermost-Bot/1.1"],
  ["google-docs", "Mozilla/5.0 (compatible; GoogleDocs; apps-spreadsheets; +http://docs.google.com)"],
  ["google", `${linux} Google (+https://developers.google.com/+/web/snippet/`],
  ["google", `${linux} Google-PageRenderer Google`],
  [
    "yahoo",
    "Mozilla/5.0 (compatible; Yahoo Link Preview; https://help.yahoo.com/kb/mail/yahoo-link-preview-SLN23615.html)",
  ],
  ["snapchat", "Snap URL Preview Service; bot; snapchat; https://developers.snap.com/robots"],
  ["snapchat", "Mozilla/5.0 (compatible; SnapURLPreview/1.0; +https://www.snapchat.com)"],
  ["steam", "Valve/Steam HTTP Client 1.0 (SteamChatURLLookup)"],
  ["groupme", "GroupMeBot/1.0"],
  ["keybase", "Mozilla/5.0 (compatible; KeybaseBot; +https://keybase.io)"],
  ["odnoklassniki", "Mozilla/5.0 (compatible; OdklBot/1.0 like Linux; klass@odnoklassniki.ru)"],
  ["reddit", "Mozilla/5.0 (compatible; redditbot/1.0; +http://www.reddit.com/feedback)"],
  ["vk", "Mozilla/5.0 (compatible; vkShare; +http://vk.com/dev/Share)"],
  ["quora", "Quora Link Preview/1.0 (http://www.quora.com)"],
  ["notion", "NotionEmbedder"],
  ["notion", "Notion/1.0 (https://notion.so; team@makenotion.com)"],
  ["evernote", "EvernoteRichLinkBot/1.0 (+https://evernote.com)"],
  ["dingtalk", "DingTalkBot-LinkService/1.0 (+https://open-doc.dingtalk.com/microapp/faquestions/ftpfeu)"],
  ["flipboard", "Mozilla/5.0 (compatible; FlipboardProxy/1.2; +http://flipboard.com/browserproxy)"],
  ["embedly", "Mozilla/5.0 (compatible; Embedly/0.2; +http://support.embed.ly/)"],
  ["iframely", "Iframely/1.3.1 (+https://iframely.com/docs/about) Atlassian"],
  ["discourse", "Discourse Forum Onebox v3.3.0.beta1-dev"],
  ["bitrix", "Bitrix link preview"],
  ["facebook", "facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)"],
  ["facebook", "Facebot/1.0"],
  ["facebook", "Mozilla/5.0 (compatible; Meta-ExternalHit/1.1; +http://www.facebook.com/externalhit_uatext.php)"],
  ["twitter", "Twitterbot/1.0"],
  ["other", "LMArenaUnfurlBot/1.0 (Link preview bot for AI model comparison platform; +https://lmarena.ai)"],
  ["other", "Orlo-LinkPreview/1.0"],
  ["other", "BufferBot/1.0 (+https://scraper.buffer.com/about/bots/link-preview-bot)"],
  ["other", "ExampleUrlPreview/1.0"],
  ["other", "ClickUpLinkUnfurler/1.0 (+https://clickup.com)"],
] as const;

test.each(agents)("a fetch for a preview in %s is no human's: %s", (name, text) => {
  const { method, rawHeaders } = sampleVisit({ "User-Agent": text });
  const verdict = classify({ method, headers: readHeaders(rawHeaders) });
  expect(verdict).toEqual({ class: "preview", reason: `preview-${name}` });
});

test("every row of the list of previews decides for one of these", () => {
  const decides = (text: string) =>
    linkPreviews.find(({ parts }) => parts.every((part) => text.toLowerCase().includes(part)));
  const deciding = new Set(agents.map(([, text]) => decides(text)));
  expect(linkPreviews.filter((row) => !deciding.has(row))).toEqual([]);
});

test("every reason of a preview is given for one of these, and the other way round", () => {
  const listed = clickReasons.filter(({ class: kind }) => kind === "preview").map(({ reason }) => reason);
  expect(new Set(agents.map(([name]) => `preview-${name}`))).toEqual(new Set(listed));
});
