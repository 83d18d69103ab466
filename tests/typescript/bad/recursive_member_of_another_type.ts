const root = await tools.folders({});
return root.folders.flatMap((folder) => folder.folders).map((folder) => folder.path); // refused: TS2339
