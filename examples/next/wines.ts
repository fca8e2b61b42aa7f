export const WINES: Record<string, string> = { nordlys: "Nordlys Riesling", granskog: "Granskog Pinot Noir" };
