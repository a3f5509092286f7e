import { chromium } from '@playwright/test'
import { launchOptions } from '#tests/journeys/launch-options.ts'
import { startServer } from '#tests/support/server-process.ts'
const server = await startServer()
const browser = await chromium.launch(launchOptions)
for (const path of ['/', '/?lang=de', '/login']) for (const w of [412, 1440]) {
  const ctx = await browser.newContext({ viewport: { width: w, height: 823 } }); const page = await ctx.newPage()
  await page.route(/woff2/, async (r) => { await new Promise((d) => setTimeout(d, 900)); await r.continue() })
  await page.goto(server.origin + path); await page.waitForTimeout(1500)
  console.log(path, w, JSON.stringify(await page.evaluate(() => new Promise((res) => { const o: any[] = []; new PerformanceObserver((l) => { for (const e of l.getEntries() as any[]) o.push([e.value.toFixed(5), e.sources.map((s: any) => `${s.node?.nodeName} ${s.node?.className ?? ''} ${s.node?.textContent?.slice(0, 30)} ${JSON.stringify([s.previousRect.x, s.previousRect.y, s.previousRect.width, s.currentRect.x, s.currentRect.y, s.currentRect.width])}`)]); res(o) }).observe({ type: 'layout-shift', buffered: true }); setTimeout(() => res(o), 300) }))))
  await ctx.close()
}
await browser.close(); await server.stop()
