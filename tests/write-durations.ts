import { readDurations, updatedDurations, writeDurations } from './durations.ts'
import { readRecords } from './test-records.ts'

writeDurations(updatedDurations(readDurations(), readRecords()))
