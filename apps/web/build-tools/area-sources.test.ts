import { expect, test } from 'vitest'
import { reachedFrom } from './area-sources.ts'

const reached = (area: string) => reachedFrom(area).map((file) => file.split('/app/')[1])

test('an area reaches its pages, what they are made of, and what they fetch later', () => {
  expect(reached('public')).toEqual(
    expect.arrayContaining([
      'root.tsx',
      'areas/public/profile/subscribe-sheet.tsx',
      'layouts/primary.tsx',
      'parts/verification/camera.tsx',
      'ui/dialog-window.tsx',
      'ui/button.tsx',
    ]),
  )
})

test('and nothing of another', () => {
  // The frame of the studio, but none of its pages: creators read their messages in it.
  expect(reached('fan').filter((file) => /areas\/(?!fan)|layouts\/admin|comments|camera/.test(file!))).toEqual([])
  expect(reached('public')).not.toContain('ui/chart.tsx')
  expect(reached('public')).toContain('layouts/pending-page.tsx')
  expect(reached('public').filter((file) => /shape/.test(file!))).toEqual([])
})
