import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { readDurations } from './durations.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const durations = readDurations()
const secondsOf = ({ moduleId }: TestSpecification) => durations[relative(root, moduleId)] ?? 0

/** Runs the longest files first, so that no long one is left alone at the end; durations come from durations.json. */
export class DurationSequencer extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const projects = [...new Set(sorted.map(({ project }) => project.name))]
    const position = ({ project }: TestSpecification) => projects.indexOf(project.name)
    return sorted.sort((entry, other) => position(entry) - position(other) || secondsOf(other) - secondsOf(entry))
  }
}
