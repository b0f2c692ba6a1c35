import { expect, test } from 'vitest'
import { launchChromium } from './chromium.ts'

test('the browser of the tests draws a page and plays the video format we make', async () => {
  const browser = await launchChromium()
  try {
    const page = await browser.newPage({ viewport: { width: 360, height: 640 } })
    await page.setContent('<h1 style="font: 40px sans-serif">Fanlight ファン</h1>')
    const picture = await page.screenshot()
    const canPlay = await page.evaluate(() => MediaSource.isTypeSupported('video/mp4; codecs="avc1.64001f, mp4a.40.2"'))
    expect(picture.length).toBeGreaterThan(1_000)
    expect(canPlay).toBe(true)
  } finally {
    await browser.close()
  }
})
