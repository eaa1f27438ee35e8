/** Who fetches a link to show what is behind it, because somebody posted or typed it. */
export type LinkPreview = {
  /** `preview-` and this is the reason. */
  readonly name: string;
  /** Each is a part of the user agent, in lower case; all of them must be there. */
  readonly parts: readonly string[];
};

/** In this order: some name others in their user agents, to be served what those are served. */
export const linkPreviews: readonly LinkPreview[] = [
  // Messages of iPhones and Macs names both, and no name of its own.
  { name: "imessage", parts: ["facebookexternalhit", "twitterbot"] },
  { name: "kakaotalk", parts: ["kakaotalk-scrap"] },
  { name: "line", parts: ["line-poker"] },
  { name: "telegram", parts: ["telegrambot"] },
  { name: "whatsapp", parts: ["whatsapp/"] },
  { name: "slack", parts: ["slackbot"] },
  { name: "slack", parts: ["slack-imgproxy"] },
  { name: "discord", parts: ["discordbot"] },
  // Microsoft Teams fetches by Skype's service.
  { name: "skype", parts: ["skypeuripreview"] },
  { name: "microsoft", parts: ["microsoftpreview"] },
  { name: "linkedin", parts: ["linkedinbot"] },
  { name: "mastodon", parts: ["mastodon/"] },
  { name: "misskey", parts: ["summalybot"] },
  { name: "lemmy", parts: ["lemmy/"] },
  { name: "bluesky", parts: ["bluesky cardyb"] },
  { name: "bluesky", parts: ["blueskypreviewbot"] },
  { name: "friendica", parts: ["friendica"] },
  { name: "matrix", parts: ["synapse (bot"] },
  { name: "mattermost", parts: ["mattermost-bot"] },
  { name: "google-docs", parts: ["googledocs"] },
  // Google Chat, and mail before it.
  { name: "google", parts: ["developers.google.com/+/web/snippet"] },
  { name: "google", parts: ["google-pagerenderer"] },
  { name: "yahoo", parts: ["yahoo link preview"] },
  { name: "snapchat", parts: ["snap url preview"] },
  { name: "snapchat", parts: ["snapurlpreview"] },
  { name: "steam", parts: ["steamchaturllookup"] },
  { name: "groupme", parts: ["groupmebot"] },
  { name: "keybase", parts: ["keybasebot"] },
  { name: "odnoklassniki", parts: ["odklbot"] },
  { name: "reddit", parts: ["redditbot"] },
  { name: "vk", parts: ["vkshare"] },
  { name: "quora", parts: ["quora link preview"] },
  { name: "notion", parts: ["notionembedder"] },
  { name: "notion", parts: ["notion/", "notion.so"] },
  { name: "evernote", parts: ["evernoterichlinkbot"] },
  { name: "dingtalk", parts: ["dingtalkbot-linkservice"] },
  { name: "flipboard", parts: ["flipboardproxy"] },
  { name: "embedly", parts: ["embedly"] },
  { name: "iframely", parts: ["iframely/"] },
  { name: "discourse", parts: ["discourse forum onebox"] },
  { name: "bitrix", parts: ["bitrix link preview"] },
  // After the others, some of which call themselves this too.
  { name: "facebook", parts: ["facebookexternalhit"] },
  { name: "facebook", parts: ["facebot"] },
  { name: "facebook", parts: ["meta-externalhit"] },
  { name: "twitter", parts: ["twitterbot"] },
  // Who says what it does, whatever its name.
  { name: "other", parts: ["link preview"] },
  { name: "other", parts: ["linkpreview"] },
  { name: "other", parts: ["link-preview"] },
  { name: "other", parts: ["urlpreview"] },
  { name: "other", parts: ["unfurl"] },
];
