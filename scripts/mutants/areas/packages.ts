import type { Mutation } from '#scripts/mutants/mutation.ts'

const launcher = 'packaging/launcher.sh'
const service = 'packaging/promptshelf.service'
const postinst = 'packaging/deb/postinst'
const postrm = 'packaging/deb/postrm'
const launcherTest = 'scripts/packages/launcher.test.ts'
const debianTest = 'scripts/packages/debian-files.test.ts'

export const packagesMutations: readonly Mutation[] = [
  {
    what: `a secret of systemd is a value in the environment`,
    file: launcher,
    from: `export "\${file##*/secrets_}_FILE=$file"`,
    to: `export "\${file##*/secrets_}=$(cat "$file")"`,
    test: launcherTest,
    named: `as files, never as values`,
  },
  {
    what: `a package runs with any version of Node`,
    file: launcher,
    from: `v@MAJOR@.*) ;;`,
    to: `v*) ;;`,
    test: launcherTest,
    named: `no other version`,
  },
  {
    what: `a command of a package splits its words`,
    file: launcher,
    from: `@ARGUMENTS@ "$@"`,
    to: `@ARGUMENTS@ $@`,
    test: launcherTest,
    named: `passes its words on`,
  },
  {
    what: `a command that is called by a link looks for its files there`,
    file: launcher,
    from: `"$(dirname "$(readlink -f "$0")")"`,
    to: `"$(dirname "$0")"`,
    test: launcherTest,
    named: `passes its words on`,
  },
  {
    what: `the data of the service are open to other users`,
    file: service,
    from: `StateDirectoryMode=0700`,
    to: `StateDirectoryMode=0755`,
    test: debianTest,
    named: `closes its data`,
  },
  {
    what: `the service creates files that other users read`,
    file: service,
    from: `UMask=0077`,
    to: `UMask=0022`,
    test: debianTest,
    named: `cannot read`,
  },
  {
    what: `the service writes outside of its folders`,
    file: service,
    from: `ProtectSystem=strict`,
    to: `ProtectSystem=true`,
    test: debianTest,
    named: `own folders only`,
  },
  {
    what: `the service has rights of root`,
    file: service,
    from: `CapabilityBoundingSet=`,
    to: `CapabilityBoundingSet=CAP_DAC_OVERRIDE`,
    test: debianTest,
    named: `no rights of root`,
  },
  {
    what: `an upgrade of the package deletes its data`,
    file: postrm,
    from: `purge)
`,
    to: `*)
`,
    test: debianTest,
    named: `keeps data`,
  },
  {
    what: `an upgrade of the package masks its service`,
    file: postrm,
    from: `remove)
`,
    to: `remove | upgrade)
`,
    test: debianTest,
    named: `lets nothing start`,
  },
  {
    what: `secrets stay behind when the package is purged`,
    file: postrm,
    from: `  rm -rf /etc/promptshelf
`,
    to: ``,
    test: debianTest,
    named: `leaves nothing behind`,
  },
  {
    what: `an upgrade of the package enables a service that is disabled`,
    file: postinst,
    from: `if deb-systemd-helper --quiet was-enabled promptshelf.service; then`,
    to: `if true; then`,
    test: debianTest,
    named: `unless its operator`,
  },
  {
    what: `a package that is installed again keeps its service masked`,
    file: postinst,
    from: `  deb-systemd-helper unmask promptshelf.service >/dev/null || true
`,
    to: ``,
    test: debianTest,
    named: `lets nothing start`,
  },
]
