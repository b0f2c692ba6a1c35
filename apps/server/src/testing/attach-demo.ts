import { demo } from '../../../../demo/demo.ts'
import { attachDemo } from '../platform/demo.ts'

// Processes of tests run in demo mode: they take cards through the test gateway.
attachDemo(demo)
