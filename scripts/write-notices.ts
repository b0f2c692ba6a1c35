import { writeNotices } from './notices.ts'

writeNotices()
