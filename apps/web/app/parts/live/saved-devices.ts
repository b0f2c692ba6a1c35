import type { DeviceKind } from './capture.ts'

// Which camera and microphone were chosen the last time, on this device. A browser without storage does not save it.

const nameOf = (kind: DeviceKind) => `live-${kind}`

export function savedDevice(kind: DeviceKind): string {
  try {
    return localStorage.getItem(nameOf(kind)) ?? ''
  } catch {
    return ''
  }
}
export function saveDevice(kind: DeviceKind, id: string): void {
  try {
    localStorage.setItem(nameOf(kind), id)
  } catch {
    // Storage is switched off.
  }
}
