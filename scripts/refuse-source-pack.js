// npm runs this before it packs or publishes packages/limiter; the package.json that is built into dist has no scripts.
process.stderr.write(
  "These are sources, which run nowhere but in this repository; nothing was packed.\n" +
    "Build the package, then pack (or publish) what was built:\n" +
    "  npm run build -w @narrows/limiter\n" +
    "  npm pack ./packages/limiter/dist\n",
);
process.exit(1);
