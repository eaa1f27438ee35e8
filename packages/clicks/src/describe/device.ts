import Bowser from "bowser";
import type { Click } from "../click.ts";
import { safeText } from "./safe-text.ts";
import { agentBounds, createTextMemory } from "./text-memory.ts";

export type Device = Pick<Click, "device" | "browser" | "os">;

const unknown: Device = { device: null, browser: null, os: null };

/** Makes a function that reads device class, browser and system from a user agent: names, never versions. */
export function createDeviceOf(): (userAgent: string) => Device {
  return createTextMemory(agentBounds, readDevice);
}

function readDevice(userAgent: string): Device {
  if (userAgent === "") return unknown;
  try {
    const { platform, browser, os } = Bowser.parse(userAgent);
    return { device: nameOf(platform.type), browser: nameOf(browser.name), os: nameOf(os.name) };
  } catch {
    // It is a library's, and anybody's text.
    return unknown;
  }
}

function nameOf(name: string | undefined): string | null {
  return name === undefined ? null : safeText(name);
}
