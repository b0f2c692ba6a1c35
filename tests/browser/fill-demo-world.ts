import { demoWorldTemplate } from './demo-world.ts'

// Fills the demo world while tests run that don't need it (`tests/global-setup.ts`).

await demoWorldTemplate()
