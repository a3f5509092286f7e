// Most scripts of package.json: each prepares the checkout, and then runs programs, the last with the given arguments.
import {
  buildClient,
  installBenchPackages,
  installFaultPackages,
  installFirefox,
  installPackages,
  installPackagingTools,
  installTestPackages,
  installWebKit,
  run,
} from './prepare.mjs'

const [task, ...options] = process.argv.slice(2)
const forProduction = () => installPackages({ forProduction: true })
const forTests = [installPackages, installTestPackages, buildClient]

/** By task: the steps before, and the commands. */
const tasks = {
  admin: [[forProduction], 'node server/admin.ts'],
  backup: [[forProduction], 'node scripts/backup.ts backup'],
  restore: [[forProduction], 'node scripts/backup.ts restore'],
  bench: [[installPackages, installBenchPackages, buildClient], 'node bench/run.ts'],
  'bench:seed': [[installPackages], 'node bench/data/seed.ts'],
  gallery: [forTests, 'node scripts/gallery/take-screenshots.ts'],
  package: [
    [installPackages, installPackagingTools, buildClient],
    'node scripts/packages/make-packages.ts',
  ],
  // The long form of the attack tests, and the scanners.
  'test:attacks': [
    forTests,
    'env ATTACKS=long vitest run tests/attacks --testTimeout 600000',
    'env ATTACKS=long playwright test tests/journeys/prompts/hostile-texts.spec.ts',
    'node tests/scans/scan-headers.ts',
    'node tests/scans/scan-site.ts',
  ],
  // The long form, one file at a time, since they measure time.
  'test:faults': [
    [installPackages, installFaultPackages],
    'env FAULTS=long vitest run tests/faults --no-file-parallelism',
  ],
  'test:firefox': [[installPackages, installFirefox, buildClient], 'vitest run --project firefox'],
  // The arguments are parts of mutations' names.
  'test:mutants': [forTests, 'node tests/mutants/try-mutations.ts'],
  'test:webkit': [[installPackages, installWebKit, buildClient], 'vitest run --project webkit'],
}

const [steps, ...commands] = tasks[task]
for (const step of steps) step()
for (const [at, command] of commands.entries()) {
  const [program, ...args] = command.split(' ')
  if (at === commands.length - 1) args.push(...options)
  // With the terminal, since an operator's command may ask questions.
  run(program, args, process.env, 'inherit')
}
