import type { CreateOutcome } from "../../link-store.ts";
import { repeatOutcome } from "./answers.ts";
import type { GroupMember, MemberResult } from "./create-links.ts";

/** What an earlier member of a group has that a later create wants, too. */
type Relation = keyof GroupMember["keys"];

export type Follower<Member extends GroupMember> = {
  readonly member: Member;
  readonly leader: Member;
  readonly relation: Relation;
};

/** Creates that have nothing in common, and those that want what one of them has. */
export type Division<Member extends GroupMember> = {
  readonly leaders: readonly Member[];
  readonly followers: readonly Follower<Member>[];
};

/** The order in which a create meets others: an answer that is there already comes before a link to reuse. */
const relations: readonly Relation[] = ["answer", "sameness", "code"];

/** Divides creates so that one statement can carry out the leaders, in whatever order the store takes them. */
export function divideCreates<Member extends GroupMember>(members: readonly Member[]): Division<Member> {
  const holders = new Map<string, Member>();
  const leaders: Member[] = [];
  const followers: Follower<Member>[] = [];
  for (const member of members) {
    const follower = followerOf(member, holders);
    if (follower !== undefined) {
      followers.push(follower);
      continue;
    }
    leaders.push(member);
    for (const relation of relations) holders.set(holderKey(relation, member.keys[relation]), member);
  }
  return { leaders, followers };
}

/** How a follower ends by what became of its leader; undefined: it has to ask for itself. */
export function followedOutcome(
  { member, leader, relation }: Follower<GroupMember>,
  led: MemberResult,
): CreateOutcome | undefined {
  if (led.kind !== "outcome") return undefined;
  const { idempotency } = member.command;
  switch (relation) {
    case "answer":
      return idempotency === null ? undefined : followedAnswer(leader, led.outcome, idempotency);
    case "sameness":
      return idempotency === null ? followedLink(leader, led.outcome) : undefined;
    case "code":
      // Created or not by the leader: somebody has it.
      return idempotency === null && member.keys.sameness === undefined && isOnCode(led.outcome)
        ? { kind: "code-taken" }
        : undefined;
  }
}

function followedAnswer(
  leader: GroupMember,
  outcome: CreateOutcome,
  record: NonNullable<GroupMember["command"]["idempotency"]>,
): CreateOutcome | undefined {
  const first = leader.command.idempotency;
  return outcome.kind === "created" && first !== null ? repeatOutcome(first, record) : undefined;
}

function followedLink({ command }: GroupMember, outcome: CreateOutcome): CreateOutcome | undefined {
  if (outcome.kind === "created") return { kind: "reused", link: command.link };
  return outcome.kind === "reused" ? outcome : undefined;
}

function isOnCode({ kind }: CreateOutcome): boolean {
  return kind === "created" || kind === "code-taken";
}

function followerOf<Member extends GroupMember>(
  member: Member,
  holders: ReadonlyMap<string, Member>,
): Follower<Member> | undefined {
  for (const relation of relations) {
    const leader = holders.get(holderKey(relation, member.keys[relation]));
    if (member.keys[relation] !== undefined && leader !== undefined) return { member, leader, relation };
  }
  return undefined;
}

function holderKey(relation: Relation, key: string | undefined): string {
  return `${relation} ${key ?? ""}`;
}
