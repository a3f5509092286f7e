// Lays out the image for this machine's processor in the given directory, for the Dockerfile.
import { join } from 'node:path'
import { manifest } from './list-files.ts'
import { layOutImage } from './make-image.ts'
import { stageFiles, stageNode } from './stage-files.ts'

const processor = process.arch === 'arm64' ? 'arm64' : 'amd64'
const [folder = ''] = process.argv.slice(2)
const app = join(folder, 'app')
stageFiles(app, manifest.version)
stageNode(app, processor, folder)
layOutImage({ folder, app, processor, libraries: '/' })
